import type { ChosenPicture } from './picture-words'
import type { HttpRequest } from './transport-words'

/** One file on its way: the request that carries it, and who wants to know how far it is, in whole percent. */
export type UploadRequest = Omit<HttpRequest, 'body'> & {
  picture: ChosenPicture
  onProgress: (percent: number) => void
}

/** The part of the form that holds the file. Source: API "uploadFile" */
export const FILE_PART = 'file'

/** How long an upload may take before it counts as failed: two megabytes over a poor connection. */
export const UPLOAD_TIMEOUT_MS = 120_000
