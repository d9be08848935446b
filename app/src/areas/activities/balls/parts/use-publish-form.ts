import { dayOf } from '@paidang/domain/kernel/day'
import { useState } from 'react'
import { currentSession } from '../../../../platform/session'
import { readStored, store, unstore } from '../../../../platform/storage'
import { emptyForm, freshDraft, moved, type PublishForm } from './publish-form'

/** An unfinished game and its author. Another user of this device does not see it. */
type Draft = { userId: string; form: PublishForm }

/**
 * Returns the form of a new game: the draft of this user, else an empty one; at a venue if one is given. It is stored
 * at each change.
 */
export function useNewForm(stadiumId: string | undefined) {
  const [form, setForm] = useState(() => beginning(stadiumId))
  return {
    form,
    change: (change: Partial<PublishForm>) => {
      const next = { ...form, ...change }
      setForm(next)
      const { userId } = currentSession()
      if (userId !== null) store('ballDraft', { userId, form: next } satisfies Draft)
    },
    /** Call it when the game is published, or when the user starts over. */
    clear: () => {
      unstore('ballDraft')
      setForm(emptyForm(dayOf(new Date()), stadiumId))
    },
  }
}

function beginning(stadiumId: string | undefined): PublishForm {
  const today = dayOf(new Date())
  const draft = readStored<Draft>('ballDraft')
  if (!draft || draft.userId !== currentSession().userId) return emptyForm(today, stadiumId)
  const form = freshDraft(draft.form, today)
  if (stadiumId === undefined || form.stadiumId === stadiumId) return form
  return moved({ ...form, placeBy: 'venue', stadiumId })
}

/** Returns the form of a game that is being changed. It begins with the current game. */
export function useEditForm(begin: PublishForm) {
  const [form, setForm] = useState(begin)
  return { form, change: (change: Partial<PublishForm>) => setForm({ ...form, ...change }), clear: () => undefined }
}
