/** A file from the server. */
export type SavedFile = { fileName: string; contentType: string; base64: string }

/** A file that is ready to be opened, downloaded or shared; with `needsPress` only inside a press. */
export type ReadyFile = { needsPress: boolean; hand: () => Promise<void> }
