import { uploadMerchantPhoto } from '@paidang/api/areas/stringing-orders'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { acceptUploads } from '../../../http/upload.ts'
import { uploadPhoto } from './upload-photo.ts'

/** A separate plugin, because only this call of the area takes a form. */
export default async function photoRoutes(app: FastifyInstance) {
  await acceptUploads(app)
  const places = { store: app.fileStore, links: app.fileLinks }

  serve(app, uploadMerchantPhoto, ({ file, staff, db, now }) => uploadPhoto(db, places, { file, staff, now }))
}
