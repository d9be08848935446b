import type { Merchant, Racket } from '@paidang/api/areas/stringing'
import { useEffect, useRef, useState } from 'react'
import { dropDraft, readDraft, saveDraft } from './job-draft'
import { freshForm, type JobForm, laboursFor, savedForm, withRacket } from './stringing-form'

type Asked = { racketId: string | undefined; again: boolean }

/**
 * Returns the form at a shop. It is what the address asks for, else this user's draft for the shop. Otherwise it is a
 * new form for the first racket that the shop strings. Undefined without a racket. It is stored at each change. A
 * racket that is added meanwhile is chosen.
 */
export function useJobForm(merchant: Merchant, rackets: readonly Racket[], asked: Asked) {
  const [form, setForm] = useState(() => beginning(merchant, rackets, asked))
  const put = (next: JobForm) => {
    setForm(next)
    saveDraft(merchant.id, next)
  }
  const racket = rackets.find(({ id }) => id === form?.racketId)
  const choose = (next: Racket) => put(form ? withRacket(form, next, merchant) : freshForm(next, merchant, false))
  const latest = useRef({ racket, choose, merchant })
  latest.current = { racket, choose, merchant }
  const known = useRef(rackets)
  useEffect(() => {
    const before = known.current
    known.current = rackets
    const added = rackets.find(({ id }) => before.every((one) => one.id !== id))
    const next = added ?? (latest.current.racket ? undefined : firstFor(latest.current.merchant, rackets))
    if (next) latest.current.choose(next)
  }, [rackets])
  return {
    form: racket && form,
    racket,
    change: (change: Partial<JobForm>) => form && put({ ...form, ...change }),
    choose,
    clear: dropDraft,
  }
}

function beginning(merchant: Merchant, rackets: readonly Racket[], { racketId, again }: Asked): JobForm | undefined {
  const asked = rackets.find(({ id }) => id === racketId)
  const draft = again ? undefined : readDraft(merchant.id)
  const drafted = rackets.find(({ id }) => id === draft?.racketId)
  if (draft && drafted && (!asked || asked === drafted)) return savedForm(draft, drafted, merchant, new Date())
  const racket = asked ?? firstFor(merchant, rackets)
  return racket && freshForm(racket, merchant, again)
}

/** Returns the first racket that the shop strings, else the first one. */
function firstFor(merchant: Merchant, rackets: readonly Racket[]): Racket | undefined {
  return rackets.find((racket) => laboursFor(racket, merchant).length > 0) ?? rackets[0]
}
