import type { Offer, Slot } from '../../run/arrange.ts'
import type { MiniProgram } from './mini-program.ts'

/** Opens the grid of a slot on the booking tab of a player: coach, venue and day. */
export async function openGrid(program: MiniProgram, { offer, slot }: { offer: Offer; slot: Slot }): Promise<void> {
  const { screen } = program
  await choose(program, '教练', offer.coachName)
  await choose(program, '场馆', offer.venue.name)
  await screen.tap({ id: `day-${slot.courseDate}` })
  const answered = () =>
    program.network
      .sentTo('/player-home/courtStatusBy')
      .some(({ body, status }) => body?.includes(slot.courseDate) && body.includes(offer.coachId) && status === 200)
  await screen.until('the grid of the day is there', answered)
  await program.isQuiet()
}

/** Chooses an entry in the sheet of this card. */
async function choose(program: MiniProgram, card: string, name: string): Promise<void> {
  const { screen } = program
  await screen.tap({ role: 'button', label: new RegExp(`^${card}，`) })
  const sheet = { role: 'dialog', label: `选择${card}` }
  await screen.tap({ role: 'radio', text: new RegExp(name), within: sheet })
  // Some sheets accept the choice at once, others need a press on their button.
  const [take] = screen.all({ role: 'button', text: /^选定/, within: sheet })
  if (take) await screen.tap(take)
  await screen.finds({ role: 'button', label: `${card}，${name}` })
  await screen.until('the sheet is gone', () => screen.all({ role: 'dialog' }).length === 0)
}
