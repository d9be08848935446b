import * as stringing from '@paidang/api/areas/stringing'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { listMerchantsByRating, type MerchantRow } from './queries.ts'

export default async function stringingRoutes(app: FastifyInstance) {
  serve(app, stringing.listMerchants, async ({ query: { current, rows }, db }) => {
    const page = await listMerchantsByRating(db, { current, rows })
    return { rows: page.rows.map(presentMerchant), total: page.total }
  })
}

function presentMerchant(row: MerchantRow): stringing.MerchantSummary {
  return {
    id: row.id,
    name: row.name,
    avatar: row.avatar,
    district: row.district,
    address: row.address,
    introduction: row.introduction,
    rating: row.rating,
    turnaroundHours: row.turnaroundHours,
    openFrom: row.openFrom,
    openTo: row.openTo,
    sports: row.sports,
    priceFrom: row.priceFrom,
  }
}
