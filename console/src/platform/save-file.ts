/** A file from the server; `base64` is its content. */
export type SavedFile = { fileName: string; contentType: string; base64: string }

/** How long (ms) the address of a file is kept. Some browsers start to read it only after the press was handled. */
const KEPT_MS = 60_000

/** Makes the browser download a file. */
export function saveFile({ fileName, contentType, base64 }: SavedFile): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
