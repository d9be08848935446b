import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'

/** What an uploaded picture is for: a contract photo is private, the rest everybody may see. */
export const FILE_PURPOSES = ['contract', 'venue'] as const
export type FilePurpose = (typeof FILE_PURPOSES)[number]

/**
 * A stored picture. `relativePath` is what other calls take; `url` shows it at once to who uploaded it, for a private
 * one through a link that is signed and ends soon. Width and height in pixels.
 */
export const UploadedFile = Type.Object({
  relativePath: Type.String(),
  url: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
})
export type UploadedFile = Static<typeof UploadedFile>

/** One picture (JPEG, PNG or WebP by content, at most 2,097,152 bytes) as the part `file` of a multipart form. */
export const uploadFile = {
  method: 'POST',
  path: '/files/upload',
  access: 'app',
  summary: '上传图片',
  outcome: outcomes.uploadPicture,
  query: Type.Object({ purpose: Type.Enum([...FILE_PURPOSES]) }),
  upload: true,
  data: UploadedFile,
} satisfies Endpoint
