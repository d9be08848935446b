/** A file as the server hands it over. */
export type SavedFile = { fileName: string; contentType: string; base64: string }

/** A file that is ready to be opened, downloaded or handed on; where `needsPress`, only inside of a press. */
export type ReadyFile = { needsPress: boolean; hand: () => Promise<void> }
