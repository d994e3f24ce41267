-- The lists of a board are read by nearly every question, and unpacking them was a third of all its work. Uncompressed they make all
-- tables together a tenth larger.
alter table tft_board
  modify column units Array(UInt16) codec(NONE),
  modify column items Array(UInt16) codec(NONE),
  modify column traits Array(UInt16) codec(NONE);
