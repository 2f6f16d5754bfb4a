/** A record that was picked or dropped on one screen and is shown on another. */

export interface DroppedFile {
  name: string;
  text: string;
}

/** Longer than any record: a film that was dropped by mistake is not read. */
export const MOST_BYTES = 4 * 1024 * 1024;

class Dropped {
  file: DroppedFile | null = $state.raw(null);
}

export const dropped = new Dropped();

/** Keeps the file's text, or says that it can't be a record. */
export async function keepFile(file: File): Promise<boolean> {
  if (file.size > MOST_BYTES) return false;
  try {
    dropped.file = { name: file.name, text: await file.text() };
    return true;
  } catch {
    return false;
  }
}
