/** A file from the server. */
export type SavedFile = { fileName: string; contentType: string; base64: string }

/** A file that is ready to be opened, downloaded or shared; with `needsPress` only inside a press. */
export type ReadyFile = { needsPress: boolean; hand: () => Promise<void> }

/** Prepares a file for download; a browser can download it at any time. */
export async function prepareFile(file: SavedFile): Promise<ReadyFile> {
  return { needsPress: false, hand: () => download(file) }
}

async function download({ fileName, contentType, base64 }: SavedFile): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers start to read only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
