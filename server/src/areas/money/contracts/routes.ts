import { queryContracts } from '@paidang/api/areas/admin-contracts'
import * as contracts from '@paidang/api/areas/contracts'
import * as records from '@paidang/api/areas/used-records'
import type { Input } from '@paidang/api/endpoint'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { isCoach } from '../../../http/session.ts'
import { serveReviewed } from '../../ground/content/serve-reviewed.ts'
import { listUsedRecords, listUsedRecordsInCompany } from './list-used-records.ts'
import { pageContracts } from './operator-queries.ts'
import { readContractPhotos } from './read-contract-photos.ts'
import { readActiveContracts, readContractsOfUser, readContractsWithCompany, readStatement } from './read-contracts.ts'
import { opensContract, updateSessions } from './update-sessions.ts'
import { uploadContractPhoto } from './upload-contract-photo.ts'

/** The reason for setting lesson hours if the caller gives none. */
const DEFAULT_REASON = '调整课时'

/** The items of either form of the body. */
const itemsOf = (body: Input<typeof contracts.updateSessions>['body']) => (Array.isArray(body) ? body : body.items)

export default async function contractsRoutes(app: FastifyInstance) {
  serve(app, contracts.contractsOfUser, ({ params, user, db, now }) =>
    readContractsOfUser(db, { userId: params.userId, actorId: user.id, now }),
  )
  serve(app, contracts.contractsWithCoach, ({ params, query, user, db, now }) =>
    readContractsOfUser(db, { userId: params.id, coachId: query.coachId, actorId: user.id, now }),
  )
  serve(app, contracts.contractsWithCompany, ({ params, user, db, now }) =>
    readContractsWithCompany(db, { ...params, actorId: user.id, now }),
  )
  serve(app, contracts.activeContracts, ({ params, user, db, now }) =>
    readActiveContracts(db, { userId: params.userId, coachId: params.x, actorId: user.id, now }),
  )
  serve(app, contracts.contractStatement, ({ params, query, user, db }) =>
    readStatement(db, {
      contractId: params.id,
      actorId: user.id,
      kindText: query.kind,
      limit: query.rows,
      offset: offsetOf(query),
    }),
  )
  serveReviewed(
    app,
    contracts.updateSessions,
    {
      kind: 'hours',
      words: ({ body }) => (Array.isArray(body) ? {} : { reason: body.reason }),
      about: ({ user }) => user.id,
      // Hours that are set, not opened, are set again: they may have changed since.
      stands: (_db, _made, { body }) => itemsOf(body).some(opensContract),
    },
    ({ body, user, now }, say) => {
      return say((tx, { reason = DEFAULT_REASON }) =>
        updateSessions(tx, { items: itemsOf(body), reason, actorId: user.id, now }),
      )
    },
  )

  serve(app, queryContracts, ({ query, db, now }) => pageContracts(db, { ...query, now }))

  serve(app, records.usedRecords, ({ query, user, db }) =>
    listUsedRecords(db, {
      actorId: user.id,
      as: query.as ?? (isCoach(user) ? 'coach' : 'player'),
      sord: query.sord ?? 'desc',
      limit: query.rows,
      offset: offsetOf(query),
    }),
  )
  serve(app, records.usedRecordsInCompany, ({ query, user, db }) =>
    listUsedRecordsInCompany(db, {
      userId: query.userId,
      contractId: query.userCourseContractId,
      actorId: user.id,
      sord: query.sord ?? 'desc',
      limit: query.rows,
      offset: offsetOf(query),
    }),
  )
  serve(app, contracts.uploadUserContract, ({ body, user, db, now }) =>
    uploadContractPhoto(db, app.fileLinks, { ...body, actorId: user.id, now }),
  )
  serve(app, contracts.contractPhotos, ({ params, user, db, now }) =>
    readContractPhotos(db, app.fileLinks, { userId: params.userId, actorId: user.id, now }),
  )
}
