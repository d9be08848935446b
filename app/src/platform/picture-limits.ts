import type { HttpRequest } from './transport-types'

/** The maximum size of a picture after compression, in bytes. Source: specification §9 "Image limit". */
export const MAX_PICTURE_BYTES = 2_097_152

/** The maximum length of the longer side in pixels. The small print of a photographed page stays legible. */
export const LONGEST_SIDE = 2000
/** The quality of the JPEG, 0 to 1. */
export const JPEG_QUALITY = 0.8

/** A local picture after compression, ready to be shown and sent. */
export type ChosenPicture = {
  /** The address to display; in the mini-program also the path of the file to send. */
  address: string
  bytes: number
  /** The content to send on the web. */
  content?: Blob
}

/** Width and height in pixels, reduced so that neither side exceeds the limit. */
export function fittingSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** One upload: its request, and a callback for the progress in whole percent. */
export type UploadRequest = Omit<HttpRequest, 'body'> & {
  picture: ChosenPicture
  onProgress: (percent: number) => void
}

/** The form part with the file. Source: API "uploadFile" */
export const FILE_PART = 'file'

/** How long an upload may take before it counts as failed: two megabytes over a poor connection. */
export const UPLOAD_TIMEOUT_MS = 120_000
