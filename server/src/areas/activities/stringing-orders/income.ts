import * as api from '@paidang/api/areas/activities/merchant-income'
import { handle, plugin } from '../../../http/handle.ts'
import { readIncome } from './read-income.ts'

export default plugin([
  handle(api.incomeOfMerchant, ({ query: { month }, staff, db }) => readIncome(db, { staff, month })),

  handle(api.exportIncomeOfMerchant, ({ query, staff, app, request }) =>
    app.makeExport(request, 'shopIncome', { staff, ...query }),
  ),
])
