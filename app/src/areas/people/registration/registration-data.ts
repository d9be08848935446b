import type { PlayerView } from '@paidang/api/areas/people/profile'
import * as registration from '@paidang/api/areas/people/registration'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Input, Outcome } from '@paidang/api/endpoint'
import { REGISTRATION_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useReadOf } from '../../../platform/read'
import { updateUserInfo, useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'
import { savedText } from '../../ground/content/pending-content'
import { adoptUserType } from '../profile/player-data'

/** Name and portrait appear in many lists, so everything on screen is read again. */
const EVERYTHING = [[]]

/** The caller's registration; `outcome` selects the messages for a failure. */
export function useRegistInfo(outcome: Outcome = outcomes.readUserRegistration) {
  const userId = useUserId()
  return useReadOf(
    [...REGISTRATION_KEY, userId],
    async (signal) => {
      const info = await call(registration.readRegistInfo, { params: { id: userId ?? '' } }, { signal })
      adoptUserType(info.player)
      return info
    },
    { isEnabled: userId !== null, outcome },
  )
}

/** The body of a call that saves a player. */
export type PlayerForm = Input<typeof registration.savePlayer>['body']

/**
 * Saves the caller's profile; name and portrait change on this device as well. With `registers` it uses the messages
 * of a registration.
 */
export function useSavePlayer({ registers = false }: { registers?: boolean } = {}) {
  return useWrite(registration.savePlayer, {
    stale: EVERYTHING,
    outcome: registers ? outcomes.submitRegistration : registration.savePlayer.outcome,
    says: registers ? undefined : (player: PlayerView) => savedText(player, '保存成功'),
    input: (form: PlayerForm) => ({ body: registers ? { ...form, registers } : form }),
    keep: ({ nickname, avatar }, form) =>
      updateUserInfo({ nickname, avatar, ...(form?.sport && { sport: form.sport }) }),
  })
}

/** The body of an application to be a coach. */
export type CoachForm = Input<typeof registration.applyAsCoach>['body']

/** 申请成为教练. */
export function useApplyAsCoach() {
  return useWrite(registration.applyAsCoach, { stale: [REGISTRATION_KEY], input: (body: CoachForm) => ({ body }) })
}
