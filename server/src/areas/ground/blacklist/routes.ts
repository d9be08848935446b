import * as blacklist from '@paidang/api/areas/blacklist'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { addToBlacklist } from './add-to-blacklist.ts'
import { listBlacklist } from './list-blacklist.ts'
import { clearBlacklist, removeFromBlacklist } from './remove-from-blacklist.ts'

export default async function blacklistRoutes(app: FastifyInstance) {
  serve(app, blacklist.listBlacklist, ({ params, user, db }) =>
    listBlacklist(db, { userId: params.userId, actorId: user.id }),
  )
  serve(app, blacklist.addToBlacklist, ({ params, user, db, now }) =>
    addToBlacklist(db, { targetId: params.id, actorId: user.id, now }),
  )
  serve(app, blacklist.removeFromBlacklist, ({ params, user, db }) =>
    removeFromBlacklist(db, { entryId: params.id, actorId: user.id }),
  )
  serve(app, blacklist.clearBlacklist, ({ user, db }) => clearBlacklist(db, user.id))
}
