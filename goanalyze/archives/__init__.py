"""Paths to bytes of files and archive members, local or remote, without any knowledge of SGF.

Readers, chosen by measurement: zipfile for directories of zip archives, and zlib for their members; tarfile with bounds
for tar archives; 7-Zip for 7z, RAR, LZH, CAB and ISO, see `sevenzip`; the standard library for gzip, bzip2 and xz, as
libarchive does not check gzip's CRC; pyarrow for zstd.
"""
