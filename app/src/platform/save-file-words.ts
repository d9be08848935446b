/** A file as the server hands it over. */
export type SavedFile = { fileName: string; contentType: string; base64: string }
