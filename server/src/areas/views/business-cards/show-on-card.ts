import type { Database } from '../../../db/database.ts'
import { updateCard } from './queries.ts'
import { readCardOf } from './read-card-of.ts'

/** Reads the fields of a user's card, as others see them. */
export async function readCardTexts(db: Database, userId: string): Promise<Partial<Record<string, string | null>>> {
  const { name, title, company, address, introduction, avatar } = await readCardOf(db, userId)
  return { name, title, company, address, introduction, avatar }
}

/** Shows an approved value on a card. A card that was deleted meanwhile stays deleted. */
export async function showOnCard(tx: Database, userId: string, field: string, value: string): Promise<void> {
  switch (field) {
    case 'name':
    case 'title':
    case 'company':
    case 'address':
    case 'introduction':
    case 'avatar':
      return updateCard(tx, userId, { [field]: value })
    default:
      throw new Error(`a card has no field ${field}`)
  }
}
