/**
 * A ZIP archive whose files are stored as they are: the whole was packed on its way.
 */

const END = 0x06054b50;
const END_SIZE = 22;

/** The files of an archive by their names; each is a part of `archive`, not a copy. Throws where one is packed. */
export function unpack(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.byteLength - END_SIZE;
  if (view.getUint32(end, true) !== END) throw new Error("the archive is damaged");
  const text = new TextDecoder();
  const files = new Map();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const [packing, size, nameSize] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
    ];
    const name = text.decode(archive.subarray(at + 46, at + 46 + nameSize));
    if (packing !== 0) throw new Error(`${name} is packed`);
    const header = view.getUint32(at + 42, true);
    const begins = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    files.set(name, archive.subarray(begins, begins + size));
    at += 46 + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}
