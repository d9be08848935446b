import { exportOwnData } from './areas/accounts/export-own-data.ts'
import { exportManagedCard, exportTransactions } from './areas/cards/export-transactions.ts'
import { exportRecords } from './areas/coach-home/export-records.ts'
import { exportAtRisk } from './areas/cockpit/list-at-risk.ts'
import { exportIncome as exportCompanyIncome } from './areas/cockpit/read-income.ts'
import { exportUse } from './areas/cockpit/read-use.ts'
import { exportIncome as exportShopIncome } from './areas/stringing-orders/read-income.ts'
import type { Database } from './db/database.ts'

/** A file as calls answer it. */
export type ExportFile = { fileName: string; contentType: string; base64: string }

/** The files that take long to make, by name: they are made beside the thread that answers requests. */
export const EXPORTS = {
  ownData: exportOwnData,
  records: exportRecords,
  transactions: exportTransactions,
  managedCard: exportManagedCard,
  companyIncome: exportCompanyIncome,
  companyUse: exportUse,
  studentsAtRisk: exportAtRisk,
  shopIncome: exportShopIncome,
} satisfies Record<string, (db: Database, input: never) => Promise<ExportFile>>

export type ExportName = keyof typeof EXPORTS

/** What an export is told: values that can be copied to another thread. */
export type ExportInput<Name extends ExportName> = Parameters<(typeof EXPORTS)[Name]>[1]
