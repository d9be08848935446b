import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'

/** Where all money is, in fen, read directly from the rows. */
export type Books = {
  /** What the simulator collected from people and refunded to them. */
  inFen: number
  backFen: number
  /** What is on all cards, by their balances and by their ledgers. */
  cardsFen: number
  ledgersFen: number
  /** What games keep of the money paid for them, and the costs owed for played games. */
  gamesFen: number
  playedFen: number
  /** Money that the simulator collected and that no payment of the server knows of. */
  unreportedFen: number
  openRefunds: number
}

/** Adds up all amounts. */
export async function booksOf(db: Database): Promise<Books> {
  const { rows } = await db.execute<Record<keyof Books, string>>(sql`select
    (select coalesce(sum(amount_fen), 0) from simulated_payments where state = 'SUCCESS') as "inFen",
    (select coalesce(sum(amount_fen), 0) from simulated_refunds where state = 'SUCCESS') as "backFen",
    (select coalesce(sum(principal_fen + gift_fen), 0) from stored_cards) as "cardsFen",
    (select coalesce(sum(principal_change + gift_change), 0) from card_ledger) as "ledgersFen",
    (select coalesce(sum(amount_fen), 0) from orders where kind <> 'CARD_TOP_UP' and state = 'PAID')
      - (select coalesce(sum(r.amount_fen), 0) from refunds r join orders o on o.id = r.order_id
        where o.kind <> 'CARD_TOP_UP' and r.cause <> 'surplus') as "gamesFen",
    (select coalesce(sum(court_fee_fen + extras_fen), 0) from ball_games
      where status = 'FINISHED' and (fee_mode = 'AA' or court_id is not null)) as "playedFen",
    (select coalesce(sum(s.amount_fen), 0) from simulated_payments s join payments p on p.out_trade_no = s.out_trade_no
      where s.state = 'SUCCESS' and p.state not in ('SETTLED', 'SURPLUS')) as "unreportedFen",
    (select count(*) from refunds where state <> 'DONE') as "openRefunds"`)
  const [row] = rows
  if (!row) throw new Error('select returned no row')
  return Object.fromEntries(Object.entries(row).map(([name, text]) => [name, Number(text)])) as Books
}
