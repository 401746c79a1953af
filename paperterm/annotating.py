"""The verbs by which the reader annotates papers: a part of `Library`, and its one way to change annotations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from paperterm.errors import LibraryNotWritable, PapertermError
from paperterm.model.annotation import Annotation, ReadingStatus, fold_tag, is_within, tops
from paperterm.model.change import Change, Edit
from paperterm.model.text import clean, counted
from paperterm.store.annotations import AnnotationStore

if TYPE_CHECKING:
    from paperterm.export.entry import Entry

LONGEST_NOTE = 100_000
"""Characters; a text area needs seconds a key beyond it."""


class AnnotatingVerbs:
    """Each verb changes what is in memory at once and returns the `Change`, which undo takes back as one step."""

    _annotations: AnnotationStore
    _clock: Callable[[], datetime]

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be changed; `None` when it can."""
        raise NotImplementedError

    @property
    def is_sample(self) -> bool:
        """Whether the papers shown are not in the library."""
        raise NotImplementedError

    def _before_change(self) -> None:
        """Called before annotations change."""
        raise NotImplementedError

    def _annotations_changed(self, paper_ids: Collection[str]) -> None:
        """Called after annotations changed."""
        raise NotImplementedError

    def annotation(self, paper_id: str) -> Annotation:
        """What the reader wrote about a paper; the default annotation when nothing."""
        return self._annotations.get(paper_id)

    def tags(self) -> dict[str, int]:
        """Every tag and how many papers have it, by name."""
        return dict(sorted(Counter(tag for tags in self._tags_in_sight() for tag in tags).items()))

    def set_status(self, paper_ids: Sequence[str], status: ReadingStatus, reason: str = "") -> Change:
        """Set the reading status; `reason` is kept with `skipped` only."""
        kept = clean(reason).strip() if status is ReadingStatus.SKIPPED else ""
        return self._change(status.value, paper_ids, lambda a: a._replace(status=status, skip_reason=kept))

    def set_star(self, paper_ids: Sequence[str], starred: bool) -> Change:
        """Star papers, or take their stars away."""
        return self._change("starred" if starred else "star removed", paper_ids, lambda a: a._replace(starred=starred))

    def tag_tree(self) -> dict[str, int]:
        """Every tag and all above it, those below one right after it, and how many papers have it or one below it."""
        counts = Counter(top for tags in self._tags_in_sight() for top in {top for tag in tags for top in tops(tag)})
        return {tag: counts[tag] for tag in sorted(counts, key=lambda tag: tag.split("/"))}

    def _tags_in_sight(self) -> Iterator[tuple[str, ...]]:
        """The tags of each paper that is to be seen."""
        return (a.tags for _, a in self._annotations.items())

    def _with_tags(self, tags: Container[str]) -> list[str]:
        return [paper_id for paper_id, a in self._annotations.items() if any(tag in tags for tag in a.tags)]

    def edit_tags(self, paper_ids: Sequence[str], add: Iterable[str] = (), remove: Iterable[str] = ()) -> Change:
        """Add and remove tags.

        Raises:
            PapertermError: one of them is not a tag.
        """
        added = [fold_tag(tag) for tag in add]
        removed = {fold_tag(tag) for tag in remove}
        signs = [f"+{tag}" for tag in added] + [f"-{tag}" for tag in sorted(removed)]
        return self._change(
            " ".join(signs), paper_ids, lambda a: a._replace(tags=tuple(sorted({*a.tags, *added} - removed)))
        )

    def rename_tag(self, old: str, new: str) -> Change:
        """Give a tag, and with it those below it, another name on every paper; where both are there they become one.

        Raises:
            PapertermError: that is not a tag, or makes one below it too long.
        """
        before, after = fold_tag(old), fold_tag(new)
        names = {tag: fold_tag(after + tag[len(before) :]) for tag in self.tags() if is_within(tag, before)}
        ids = self._with_tags(names)
        return self._change(
            f"tag {before} is now {after}",
            ids,
            lambda a: a._replace(tags=tuple(sorted({names.get(tag, tag) for tag in a.tags}))),
        )

    def delete_tag(self, tag: str) -> Change:
        """Take a tag, and those below it, off every paper."""
        name = fold_tag(tag)
        ids = self._with_tags({one for one in self.tags() if is_within(one, name)})
        return self._change(
            f"tag {name} deleted", ids, lambda a: a._replace(tags=tuple(t for t in a.tags if not is_within(t, name)))
        )

    def set_note(self, paper_id: str, text: str, *, base: str | None = None) -> Change:
        """Replace the note of a paper; an empty text takes it away.

        Args:
            base: the note as it was when editing began. Where it was changed meanwhile, both texts are kept.

        Raises:
            PapertermError: it is longer than `LONGEST_NOTE` characters.
        """
        note = clean(text).rstrip()
        if len(note) > LONGEST_NOTE:
            raise PapertermError(
                f"a note has at most {LONGEST_NOTE:,} characters; this one has {len(note):,}",
                "Keep the long text in a file of its own and name that file in the note.",
            )
        now = self.annotation(paper_id)
        before = now if base is None else now._replace(note=base)
        if note == before.note:
            return Change("0 papers: note written")
        edit = Edit(paper_id, before, before._replace(note=note, updated=self._now()))
        return self._applied(Change(f"1 paper: {'note written' if note else 'note removed'}", (edit,)))

    def append_note(self, paper_id: str, text: str) -> Change:
        """Add a paragraph to the note of a paper."""
        before = self.annotation(paper_id).note
        return self.set_note(paper_id, f"{before}\n\n{clean(text).strip()}" if before else text)

    def _change(self, what: str, paper_ids: Sequence[str], alter: Callable[[Annotation], Annotation]) -> Change:
        now = self._now()
        edits = []
        for paper_id in dict.fromkeys(paper_ids):
            before = self.annotation(paper_id)
            after = alter(before)
            if after != before:
                edits.append(Edit(paper_id, before, after._replace(updated=now)))
        change = Change(f"{counted(len(edits), 'paper')}: {what}", tuple(edits))
        return self._applied(change) if edits else change

    def _applied(self, change: Change) -> Change:
        if self.read_only_reason:
            raise LibraryNotWritable(self.read_only_reason, "It is open for reading only; nothing was changed.")
        self._before_change()
        applied = self._annotations.apply(change)
        self._annotations_changed(applied.paper_ids)
        return applied

    def undo(self) -> Change | None:
        """Take the last change back; the change that was made, or `None` when there is none to take back."""
        return self._replayed(self._annotations.undo())

    def redo(self) -> Change | None:
        """Make the last change that was taken back again."""
        return self._replayed(self._annotations.redo())

    def _replayed(self, change: Change | None) -> Change | None:
        if change is not None:
            self._annotations_changed(change.paper_ids)
        return change

    def _give_citation_keys(self, entries: Sequence[Entry]) -> dict[str, str]:
        """The citation key of each paper, by id; a paper without one is given one, for good and apart from undo."""
        from paperterm.export.keys import assign_keys

        inside = {entry.paper.paper_id for entry in entries}
        others = [a.citation_key for paper_id, a in self._annotations.items() if paper_id not in inside]
        papers = [(entry.paper, entry.annotation.citation_key) for entry in entries]
        keys = assign_keys(papers, filter(None, others))
        edits = [
            Edit(entry.paper.paper_id, entry.annotation, entry.annotation._replace(citation_key=key))
            for entry in entries
            if (key := keys[entry.paper.paper_id]) != entry.annotation.citation_key
        ]
        if edits and not self.read_only_reason and not self.is_sample:
            self._annotations.apply(Change("citation keys", tuple(edits)), in_history=False)
        return keys

    def today(self) -> date:
        """The day in UTC, as annotations are stamped with it."""
        return self._clock().astimezone(UTC).date()

    def _now(self) -> str:
        return self._clock().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
