/** One part of a form. A part with a file name is a file. */
type Part = { name?: string; filename?: string; type?: string; content: Buffer | string }

const BOUNDARY = 'the-boundary-of-test-forms'

/** Builds a multipart form that no typed client can send: the bytes and the header that describes them. */
export function formOf(...parts: Part[]): { headers: { 'content-type': string }; payload: Buffer } {
  const chunks = parts.flatMap(({ name = 'file', filename, type, content }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}

/** A form with one picture in it. */
export const pictureForm = (content: Buffer, filename = 'photo.jpg', type = 'image/jpeg') =>
  formOf({ filename, type, content })

/** The smallest possible picture: one black pixel as PNG. */
export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
