import type { Merchant, Racket } from '@paidang/api/areas/activities/stringing'
import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { useEffect, useRef, useState } from 'react'
import { threadingProductsPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { currentSession } from '../../../../platform/session'
import { readStored, store, unstore } from '../../../../platform/storage'
import { formOfOrder, freshForm, type JobForm, laboursFor, savedForm, withRacket } from './stringing-form'

/** An unfinished order, its shop and its user. Another user of this device does not see it. */
type Draft = { userId: string; merchantId: string; form: JobForm }

/** Returns this user's draft for the shop. Undefined for a guest, and for any other shop. */
function readDraft(merchantId: string): JobForm | undefined {
  const draft = readStored<Draft>('stringingDraft')
  return draft?.userId === currentSession().userId && draft?.merchantId === merchantId ? draft.form : undefined
}

/** Stores the form, in place of any other. */
export function saveDraft(merchantId: string, form: JobForm): void {
  const { userId } = currentSession()
  if (userId !== null) store('stringingDraft', { userId, merchantId, form } satisfies Draft)
}

type Beginning = {
  /** What the address asks for. */
  asked: { racketId: string | undefined; again: boolean }
  /** Whether a racket has an order that is not over: it cannot have a second one. */
  isBusy: (racket: Racket) => boolean
}

/**
 * Returns the form at a shop. It is what the address asks for, else this user's draft for the shop. Otherwise it is a
 * new form for the first racket that the shop can string now. Undefined without a racket. It is stored at each change. A
 * racket that is added meanwhile is chosen.
 */
export function useJobForm(merchant: Merchant, rackets: readonly Racket[], { asked, isBusy }: Beginning) {
  const [form, setForm] = useState(() => beginning(merchant, rackets, { asked, isBusy }))
  const put = (next: JobForm) => {
    setForm(next)
    saveDraft(merchant.id, next)
  }
  const racket = rackets.find(({ id }) => id === form?.racketId)
  const choose = (next: Racket) => put(form ? withRacket(form, next, merchant) : freshForm(next, merchant, false))
  const latest = useRef({ racket, choose, merchant, isBusy })
  latest.current = { racket, choose, merchant, isBusy }
  const known = useRef(rackets)
  useEffect(() => {
    const before = known.current
    known.current = rackets
    const added = rackets.find(({ id }) => before.every((one) => one.id !== id))
    const { racket, choose, merchant, isBusy } = latest.current
    const next = added ?? (racket ? undefined : firstFor(merchant, rackets, isBusy))
    if (next) choose(next)
  }, [rackets])
  return {
    form: racket && form,
    racket,
    change: (change: Partial<JobForm>) => form && put({ ...form, ...change }),
    choose,
    /** Removes the draft after the order was made. */
    clear: () => unstore('stringingDraft'),
  }
}

function beginning(merchant: Merchant, rackets: readonly Racket[], of: Beginning): JobForm | undefined {
  const { racketId, again } = of.asked
  const asked = rackets.find(({ id }) => id === racketId)
  const draft = again ? undefined : readDraft(merchant.id)
  const drafted = rackets.find(({ id }) => id === draft?.racketId)
  if (draft && drafted && (!asked || asked === drafted)) return savedForm(draft, drafted, merchant, new Date())
  const racket = asked ?? firstFor(merchant, rackets, of.isBusy)
  return racket && freshForm(racket, merchant, again)
}

/** Returns the first racket that the shop strings and that is in no order, else the first that it strings, else the first. */
function firstFor(merchant: Merchant, rackets: readonly Racket[], isBusy: Beginning['isBusy']): Racket | undefined {
  const fitting = rackets.filter((racket) => laboursFor(racket, merchant).length > 0)
  return fitting.find((racket) => !isBusy(racket)) ?? fitting[0] ?? rackets[0]
}

/**
 * 再来一单: opens the form of the shop with the content of this order. The form asks for replacements of what is no longer
 * available.
 */
export function orderAgain(order: StringingOrder): void {
  saveDraft(order.merchantId, formOfOrder(order))
  goTo(threadingProductsPath(order.merchantId, { racketId: order.racketId }))
}
