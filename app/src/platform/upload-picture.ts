import type { Answer, Endpoint, Input } from '@paidang/api/endpoint'
import { call } from './call'
import type { ChosenPicture } from './picture-limits'
import { uploadFile } from './upload-file'

type Options = {
  /** Aborts the upload. */
  signal?: AbortSignal
  /** The progress in whole percent. */
  onProgress: (percent: number) => void
}

/**
 * Calls an endpoint that takes a file, with this picture as the file. It sends the user's token, refreshed first when
 * it is near its end.
 *
 * @throws as a call does
 */
export function uploadPicture<E extends Endpoint & { upload: 'picture' }>(
  endpoint: E,
  input: Input<E>,
  { picture, signal, onProgress }: Options & { picture: ChosenPicture },
): Promise<Answer<E>> {
  return call(endpoint, input, {
    signal,
    transport: ({ body: _none, ...request }) => uploadFile({ ...request, picture, onProgress }),
  })
}
