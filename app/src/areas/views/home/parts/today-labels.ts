import type { InvitationResponse } from '@paidang/api/areas/classes'

/** More names than this are given as a number. */
const MAX_NAMES = 2

/** The company in a class: the coach for a player, the players for the coach. */
export function classCompany({
  role,
  players,
  invitation,
}: Pick<InvitationResponse, 'role' | 'players' | 'invitation'>): string {
  if (role !== 'coach') return `${invitation.coachName} 教练`
  const names = players.map(({ nickname }) => nickname)
  if (names.length === 0) return invitation.initiatorRole === 'player' ? invitation.initiatorName : '等待学员参加'
  const shown = names.slice(0, MAX_NAMES).join('、')
  return names.length > MAX_NAMES ? `${shown} 等 ${names.length} 人` : shown
}
