import { exportCompany, exportTemplate } from './areas/activities/roster/export-company.ts'
import { readRosterFile } from './areas/activities/roster/read-roster-file.ts'
import { exportIncome as exportShopIncome } from './areas/activities/stringing-orders/read-income.ts'
import { exportOwnData } from './areas/desks/accounts/own-data.ts'
import { exportManagedCard, exportTransactions } from './areas/money/cards/export-transactions.ts'
import { exportAtRisk } from './areas/views/analytics/at-risk.ts'
import { exportHours } from './areas/views/analytics/hours.ts'
import { exportIncome as exportCompanyIncome } from './areas/views/analytics/income.ts'
import { exportUse } from './areas/views/analytics/use.ts'
import { exportRecords } from './areas/views/coach-home/export-records.ts'
import type { Database } from './db/database.ts'

/** A file as calls return it. */
export type ExportFile = { fileName: string; contentType: string; base64: string }

/** The files that take long to make or to read, by name. It is done in a thread beside the one that answers requests. */
export const EXPORTS = {
  ownData: exportOwnData,
  records: exportRecords,
  transactions: exportTransactions,
  managedCard: exportManagedCard,
  companyIncome: exportCompanyIncome,
  companyHours: exportHours,
  companyUse: exportUse,
  studentsAtRisk: exportAtRisk,
  shopIncome: exportShopIncome,
  companyRoster: exportCompany,
  rosterTemplate: exportTemplate,
  rosterRows: readRosterFile,
} satisfies Record<string, (db: Database, input: never) => Promise<ExportFile | object[]>>

/** The name of an export. */
export type ExportName = keyof typeof EXPORTS

/** The input of an export: values that can be copied to another thread. */
export type ExportInput<Name extends ExportName> = Parameters<(typeof EXPORTS)[Name]>[1]

/** What an export answers. */
export type ExportResult<Name extends ExportName> = Awaited<ReturnType<(typeof EXPORTS)[Name]>>
