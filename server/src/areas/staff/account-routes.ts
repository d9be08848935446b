import * as accounts from '@paidang/api/areas/staff-accounts'
import * as factor from '@paidang/api/areas/staff-factor'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { StaffUser } from '../../http/session.ts'
import { shopOf } from '../stringing-orders/shop-of.ts'
import { changeOwnPassword } from './change-own-password.ts'
import { createAccount } from './create-account.ts'
import { disableAccount } from './disable-account.ts'
import { listAccounts, listColleagues } from './list-accounts.ts'
import { promoteAccount } from './promote-account.ts'
import { readFactor } from './read-factor.ts'
import { resetAccount } from './reset-account.ts'
import { resetFactor } from './reset-factor.ts'
import { beginFactor, confirmFactor } from './set-up-factor.ts'

/** Whoever comes from the app has no account here. */
function ownAccount(staff: StaffUser | undefined): StaffUser {
  if (!staff) throw new ApiError('action_forbidden')
  return staff
}

export default async function accountRoutes(app: FastifyInstance) {
  serve(app, accounts.changeStaffPassword, ({ body, staff, db, now }) =>
    changeOwnPassword(db, { ...body, by: ownAccount(staff), now }),
  )

  serve(app, factor.readFactor, ({ staff, db }) => readFactor(db, app.sessions, ownAccount(staff)))
  serve(app, factor.beginFactor, ({ staff, db, now }) => beginFactor(db, app.factorBox, { by: ownAccount(staff), now }))
  serve(app, factor.confirmFactor, ({ body, staff, db, now }) =>
    confirmFactor(db, app.factorBox, { ...body, by: ownAccount(staff), now }),
  )
  serve(app, factor.resetFactor, ({ params: { id: staffId }, staff: by, db, now }) =>
    resetFactor(db, { staffId, by, now }),
  )

  serve(app, accounts.colleagues, ({ staff, db }) => listColleagues(db, shopOf(staff)))
  serve(app, accounts.createColleague, ({ body, staff: by, db, now }) =>
    createAccount(db, { account: { ...body, merchantId: shopOf(by), isLead: false }, by, now }),
  )
  serve(app, accounts.resetColleague, ({ params: { id: staffId }, staff: by, db, now }) =>
    resetAccount(db, { staffId, by, now }),
  )
  serve(app, accounts.disableColleague, ({ params: { id: staffId }, body, staff: by, db, now }) =>
    disableAccount(db, { staffId, isDisabled: body.isDisabled, by, now }),
  )

  serve(
    app,
    accounts.queryStaff,
    ({ query: { current, rows, keyword, role, merchantId, isDisabled }, staff: by, db }) =>
      listAccounts(db, { by, filters: { keyword, role, merchantId, isDisabled }, current, rows }),
  )
  serve(app, accounts.createStaff, ({ body: { merchantId = null, ...account }, staff: by, db, now }) =>
    createAccount(db, { account: { ...account, merchantId }, by, now }),
  )
  serve(app, accounts.resetStaff, ({ params: { id: staffId }, staff: by, db, now }) =>
    resetAccount(db, { staffId, by, now }),
  )
  serve(app, accounts.disableStaff, ({ params: { id: staffId }, body, staff: by, db, now }) =>
    disableAccount(db, { staffId, isDisabled: body.isDisabled, by, now }),
  )
  serve(app, accounts.promoteStaff, ({ params: { id: staffId }, body, staff: by, db, now }) =>
    promoteAccount(db, { staffId, isLead: body.isLead, by, now }),
  )
}
