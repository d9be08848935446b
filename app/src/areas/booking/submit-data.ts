import {
  type CreateByCoach,
  type CreateInvitation,
  createByCoach,
  createByPlayer,
  type UpdateInvitation,
  updateBySelf,
} from '@paidang/api/areas/class-actions'
import type { Invitation, SlotClash } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Outcome } from '@paidang/api/endpoint'
import type { SlotRange } from '@paidang/domain/areas/schedule/selection'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../platform/call'
import { NetworkError } from '../../platform/network-error'
import { showDone, showFailed } from '../../platform/toast'
import { scheduleKey } from '../schedule/court-status-data'

/**
 * A booking that lost its half-hours to somebody: which, the sentence, whose time it was (unknown where time itself went
 * by), and where it is still free.
 */
export type Clash = {
  wanted: SlotRange
  sentence: string
  who: 'coach' | 'court' | 'self' | 'participant' | undefined
  alternatives: SlotClash['alternatives']
}

type Handlers = { onDone: (invitation: Invitation) => void; onClash: (clash: Clash) => void }

/** What is sent, the run that it asks for, and how it is sent under the key of its press. */
type Sending<Body> = { outcome: Outcome; send: (body: Body, key: string) => Promise<Invitation> } & Handlers

/** What a booking changes: grids and marks, the hours of the contracts, lists of classes, home, messages, students' hours. */
const CHANGED = [scheduleKey, ['contracts'], ['classes'], ['home'], ['messages'], ['students']]

/** A player books a class. */
export function useBook(handlers: Handlers) {
  return useSend<CreateInvitation>({
    ...handlers,
    outcome: createByPlayer.outcome,
    send: (body, idempotencyKey) => call(createByPlayer, { body }, { idempotencyKey }),
  })
}

/** A coach makes a class for his students. */
export function useBookForStudents(handlers: Handlers) {
  return useSend<CreateByCoach>({
    ...handlers,
    outcome: createByCoach.outcome,
    send: (body, idempotencyKey) => call(createByCoach, { body }, { idempotencyKey }),
  })
}

/** Who made a class changes it. */
export function useSaveEdit(handlers: Handlers) {
  return useSend<UpdateInvitation & { id: string }>({
    ...handlers,
    outcome: updateBySelf.outcome,
    send: (body, idempotencyKey) => call(updateBySelf, { params: { id: body.id }, body }, { idempotencyKey }),
  })
}

/**
 * Sends a booking. A second press while the first runs does nothing; a press after an answer that never came repeats the
 * first one under its own key, so that the server books once.
 */
function useSend<Body>({ outcome, send, onDone, onClash }: Sending<Body>) {
  const queryClient = useQueryClient()
  const press = useRef<{ key: string; body: string; isRunning: boolean }>()

  const mutation = useMutation({
    mutationFn: ({ body, key }: { body: Body; range: SlotRange; key: string }) => send(body, key),
    onSuccess: (invitation) => {
      press.current = undefined
      showDone(outcome)
      onDone(invitation)
    },
    onError: (error, { range }) => {
      const clash = clashOf(error, range)
      if (press.current && error instanceof NetworkError) press.current.isRunning = false
      else press.current = undefined
      if (clash) onClash(clash)
      else showFailed(outcome, error)
    },
    // After a refusal too: it means that what we showed was stale.
    onSettled: () => Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })

  const start = ({ body, range }: { body: Body; range: SlotRange }) => {
    if (press.current?.isRunning) return
    const text = JSON.stringify(body)
    const key = press.current?.body === text ? press.current.key : newKey()
    press.current = { key, body: text, isRunning: true }
    mutation.mutate({ body, range, key })
  }
  return { send: start, isBusy: mutation.isPending }
}

const WHO_OF_CLASH = { COACH: 'coach', COURT: 'court', PLAYER: 'self' } as const

/** What clashed, when that is what the refusal is about. */
function clashOf(error: unknown, { courtCode, beginTimeSlot, endTimeSlot }: SlotRange): Clash | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { clash, alternatives } = (error.data ?? {}) as Partial<SlotClash>
  if (!clash || !alternatives) return undefined
  const wanted = { courtCode, beginTimeSlot, endTimeSlot }
  const who = error.code === 'participant_busy' ? 'participant' : WHO_OF_CLASH[clash]
  return { wanted, sentence: error.message, who, alternatives }
}

function newKey(): string {
  const part = () => Math.random().toString(36).slice(2, 12)
  return `book-${Date.now().toString(36)}-${part()}-${part()}`
}
