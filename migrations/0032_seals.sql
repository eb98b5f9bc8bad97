-- expand
-- The digest of what an event froze, by which verification knows it again. Events of before have none.

alter table events add column frozen text;
