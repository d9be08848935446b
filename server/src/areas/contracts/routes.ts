import * as contracts from '@paidang/api/areas/contracts'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { readActiveContracts, readContractsOfUser, readContractsWithCompany, readStatement } from './read-contracts.ts'

export default async function contractsRoutes(app: FastifyInstance) {
  serve(app, contracts.contractsOfUser, ({ params, user, db, now }) =>
    readContractsOfUser(db, { userId: params.userId, by: user.id, now }),
  )
  serve(app, contracts.contractsWithCoach, ({ params, query, user, db, now }) =>
    readContractsOfUser(db, { userId: params.id, coachId: query.coachId, by: user.id, now }),
  )
  serve(app, contracts.contractsWithCompany, ({ params, user, db, now }) =>
    readContractsWithCompany(db, { ...params, by: user.id, now }),
  )
  serve(app, contracts.activeContracts, ({ params, user, db, now }) =>
    readActiveContracts(db, { userId: params.userId, coachId: params.x, by: user.id, now }),
  )
  serve(app, contracts.contractStatement, ({ params, query, user, db }) =>
    readStatement(db, {
      contractId: params.id,
      by: user.id,
      kindText: query.kind,
      limit: query.rows,
      offset: offsetOf(query),
    }),
  )
}
