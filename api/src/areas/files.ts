import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'

/** What an uploaded picture is for: contract photos and certificates are private, the rest everybody may see. */
export const FILE_PURPOSES = ['contract', 'venue', 'avatar', 'photo', 'certificate'] as const
export type FilePurpose = (typeof FILE_PURPOSES)[number]

/** What operators upload pictures for; everybody may see them. */
export const STAFF_FILE_PURPOSES = ['advert', 'product', 'venue'] as const
export type StaffFilePurpose = (typeof STAFF_FILE_PURPOSES)[number]

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

/** One picture (JPEG, PNG or WebP by content, at most 2,097,152 bytes) as the part `file` of a multipart form. Without a purpose it is
 * the photo of a contract, which is private.
 */
export const uploadFile = {
  method: 'POST',
  path: '/files/upload',
  access: 'app',
  summary: '上传图片',
  outcome: outcomes.uploadPicture,
  query: Type.Object({ purpose: Type.Enum([...FILE_PURPOSES], { default: 'contract' }) }),
  upload: true,
  data: UploadedFile,
} satisfies Endpoint

/** A picture of an operator, sent as `uploadFile` sends one. */
export const uploadStaffFile = {
  method: 'POST',
  path: '/admin/files/upload',
  access: 'operator',
  summary: '运营：上传图片',
  outcome: outcomes.uploadPicture,
  query: Type.Object({ purpose: Type.Enum([...STAFF_FILE_PURPOSES]) }),
  upload: true,
  data: UploadedFile,
} satisfies Endpoint
