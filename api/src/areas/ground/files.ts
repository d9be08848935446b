import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'

/** The purpose of an uploaded picture. Contract photos and certificates are private. Everybody may see the others. */
export const FILE_PURPOSES = ['contract', 'venue', 'avatar', 'photo', 'certificate'] as const
export type FilePurpose = (typeof FILE_PURPOSES)[number]

/** The purposes of pictures that operators upload. Everybody may see them. */
export const STAFF_FILE_PURPOSES = ['advert', 'product', 'venue'] as const
export type StaffFilePurpose = (typeof STAFF_FILE_PURPOSES)[number]

/**
 * A stored picture. `relativePath` is what other calls take. `url` shows the picture at once to its uploader. The link
 * of a private picture is signed and expires soon. Width and height are in pixels.
 */
export const UploadedFile = Type.Object({
  relativePath: Type.String(),
  url: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
})
export type UploadedFile = Static<typeof UploadedFile>

export const uploadFile = {
  method: 'POST',
  path: '/files/upload',
  access: 'app',
  summary: 'Uploads one picture as the part `file` of a multipart form',
  description: [
    'It is JPEG, PNG or WebP by content, at most 2,097,152 bytes.',
    'Without a purpose it is the photo of a contract, which is private.',
  ],
  outcome: outcomes.uploadPicture,
  query: Type.Object({ purpose: Type.Enum([...FILE_PURPOSES], { default: 'contract' }) }),
  upload: 'picture',
  data: UploadedFile,
} satisfies Endpoint

export const uploadStaffFile = {
  method: 'POST',
  path: '/admin/files/upload',
  access: 'operator',
  summary: 'Uploads a picture of an operator, in the same form as `uploadFile`',
  outcome: outcomes.uploadPicture,
  query: Type.Object({ purpose: Type.Enum([...STAFF_FILE_PURPOSES]) }),
  upload: 'picture',
  data: UploadedFile,
} satisfies Endpoint

export const uploadCompanyFile = {
  method: 'POST',
  path: '/company-files/upload',
  access: 'company',
  summary: "Uploads a public picture of a company's admin, in the same form as `uploadFile`",
  outcome: outcomes.uploadPicture,
  upload: 'picture',
  data: UploadedFile,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Uploads of pictures, and the pictures themselves.',
  fields: {
    width: 'The width of the picture, in pixels.',
    height: 'The height of the picture, in pixels.',
    'UploadedFile.url':
      'The address that shows the picture at once to its uploader; that of a private one expires soon.',
    'uploadFile.purpose':
      'What the picture is for: a contract (private), venue, avatar, photo of the profile, or certificate (private).',
    'uploadStaffFile.purpose': 'What the picture is for: an advert, a product, or a venue.',
    UploadedFile: 'A picture as it was stored.',
  },
}
