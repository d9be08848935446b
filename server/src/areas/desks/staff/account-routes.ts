import * as accounts from '@paidang/api/areas/staff-accounts'
import * as factor from '@paidang/api/areas/staff-factor'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import type { StaffUser } from '../../../http/session.ts'
import { shopOf } from '../../activities/stringing/shop-of.ts'
import { changeOwnPassword } from './change-own-password.ts'
import { createAccount } from './create-account.ts'
import { disableAccount } from './disable-account.ts'
import { listAccounts, listColleagues } from './list-accounts.ts'
import { promoteAccount } from './promote-account.ts'
import { readFactor } from './read-factor.ts'
import { resetAccount } from './reset-account.ts'
import { resetFactor } from './reset-factor.ts'
import { beginFactor, confirmFactor } from './set-up-factor.ts'

/** An administrator who comes from the app has no staff account. */
function ownAccount(staff: StaffUser | undefined): StaffUser {
  if (!staff) throw new ApiError('action_forbidden')
  return staff
}

export default async function accountRoutes(app: FastifyInstance) {
  serve(app, accounts.changeStaffPassword, ({ body, staff, db, now }) =>
    changeOwnPassword(db, { ...body, actor: ownAccount(staff), now }),
  )

  serve(app, factor.readFactor, ({ staff, db }) => readFactor(db, app.sessions, ownAccount(staff)))
  serve(app, factor.beginFactor, ({ staff, db, now }) =>
    beginFactor(db, app.factorBox, { actor: ownAccount(staff), now }),
  )
  serve(app, factor.confirmFactor, ({ body, staff, db, now }) =>
    confirmFactor(db, app.factorBox, { ...body, actor: ownAccount(staff), now }),
  )
  serve(app, factor.resetFactor, ({ params: { id: staffId }, body, staff: actor, db, now }) =>
    resetFactor(db, { staffId, seen: body.revision, actor, now }),
  )

  serve(app, accounts.colleagues, ({ staff, db }) => listColleagues(db, shopOf(staff)))
  serve(app, accounts.createColleague, ({ body, staff: actor, db, now }) =>
    createAccount(db, { account: { ...body, merchantId: shopOf(actor), isLead: false }, actor, now }),
  )
  serve(app, accounts.resetColleague, ({ params: { id: staffId }, body, staff: actor, db, now }) =>
    resetAccount(db, { staffId, seen: body.revision, actor, now }),
  )
  serve(app, accounts.disableColleague, ({ params: { id: staffId }, body, staff: actor, db, now }) =>
    disableAccount(db, { staffId, isDisabled: body.isDisabled, seen: body.revision, actor, now }),
  )

  serve(
    app,
    accounts.queryStaff,
    ({ query: { current, rows, keyword, role, merchantId, isDisabled }, staff: actor, db }) =>
      listAccounts(db, { actor, filters: { keyword, role, merchantId, isDisabled }, current, rows }),
  )
  serve(app, accounts.createStaff, ({ body: { merchantId = null, ...account }, staff: actor, db, now }) =>
    createAccount(db, { account: { ...account, merchantId }, actor, now }),
  )
  serve(app, accounts.resetStaff, ({ params: { id: staffId }, body, staff: actor, db, now }) =>
    resetAccount(db, { staffId, seen: body.revision, actor, now }),
  )
  serve(app, accounts.disableStaff, ({ params: { id: staffId }, body, staff: actor, db, now }) =>
    disableAccount(db, { staffId, isDisabled: body.isDisabled, seen: body.revision, actor, now }),
  )
  serve(app, accounts.promoteStaff, ({ params: { id: staffId }, body, staff: actor, db, now }) =>
    promoteAccount(db, { staffId, isLead: body.isLead, seen: body.revision, actor, now }),
  )
}
