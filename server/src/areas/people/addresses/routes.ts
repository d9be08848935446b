import * as addresses from '@paidang/api/areas/addresses'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { deleteAddress } from './delete-address.ts'
import { presentAddress } from './present-address.ts'
import { findAddress, listAddressRows } from './queries.ts'
import { createAddress, setDefaultAddress, updateAddress } from './save-address.ts'

export default async function addressesRoutes(app: FastifyInstance) {
  serve(app, addresses.listAddresses, async ({ user, db }) => (await listAddressRows(db, user.id)).map(presentAddress))
  serve(app, addresses.createAddress, {
    handle: ({ body: form, user, db }) => createAddress(db, { form, actorId: user.id }),
    stands: async (db, { id }, { user }) => (await findAddress(db, { id, userId: user.id })) !== undefined,
  })
  serve(app, addresses.updateAddress, ({ params, body: { revision: seen, ...form }, user, db }) =>
    updateAddress(db, { addressId: params.id, form, seen, actorId: user.id }),
  )
  serve(app, addresses.setDefaultAddress, ({ params, user, db }) =>
    setDefaultAddress(db, { addressId: params.id, actorId: user.id }),
  )
  serve(app, addresses.deleteAddress, ({ params, query: { revision: seen }, user, db }) =>
    deleteAddress(db, { addressId: params.id, seen, actorId: user.id }),
  )
}
