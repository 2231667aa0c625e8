"""Paths in, bytes of files and archive members out, here or in remote places. Nothing of SGF is known here.

Who reads what, by measurement: zip archives this room, since only a walk through the directory gives spans for shards
(12 µs for each of 9,021 games where zipfile takes 20; on an earlier machine libarchive 17 where zipfile took 23, as
7-Zip did); tar archives tarfile, with bounds; 7z, RAR, LZH, CAB and ISO 7-Zip, see `sevenzip`; gzip, bzip2 and xz the
standard library, as libarchive does not check gzip's CRC; zstd pyarrow.
"""
