import type { ChosenPicture } from './picture-limits'
import type { HttpRequest } from './transport-types'

/** One upload: its request, and a callback for the progress in whole percent. */
export type UploadRequest = Omit<HttpRequest, 'body'> & {
  picture: ChosenPicture
  onProgress: (percent: number) => void
}

/** The form part with the file. Source: API "uploadFile" */
export const FILE_PART = 'file'

/** How long an upload may take before it counts as failed: two megabytes over a poor connection. */
export const UPLOAD_TIMEOUT_MS = 120_000
