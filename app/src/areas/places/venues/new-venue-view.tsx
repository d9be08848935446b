import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import { useState } from 'react'
import { Page } from '../../../ui/page'
import { useSkeleton } from '../../../ui/skeleton'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { useCompany } from '../companies/company-data'
import { CoachKnown } from './coach-known'
import { NewVenueForm } from './parts/new-venue-form'
import { emptyVenueForm } from './parts/venue-form'
import { VenuesSkeleton } from './parts/venues-skeleton'

/** 新增场馆. */
export function NewVenueView() {
  return (
    <Page title="新增场馆">
      <CoachKnown>{() => <NewVenue />}</CoachKnown>
    </Page>
  )
}

const USUAL_HOURS = { firstStart: DEFAULT_FIRST_START, lastStart: DEFAULT_LAST_START }

/**
 * The form begins with the opening hours of the coach's company. If they cannot be read, it begins with the default
 * ones.
 */
function NewVenue() {
  const coach = useOwnCoachView()
  const companyId = coach.data?.companies[0]?.id ?? ''
  const company = useCompany(companyId)
  const isWaiting = coach.isPending || (companyId !== '' && company.isPending)
  const skeleton = useSkeleton(isWaiting)
  if (skeleton) return <VenuesSkeleton />
  return isWaiting ? null : <Started hours={company.data ?? USUAL_HOURS} />
}

function Started({ hours: { firstStart, lastStart } }: { hours: { firstStart: number; lastStart: number } }) {
  const [form, setForm] = useState(() => emptyVenueForm({ firstStart, lastStart }))
  return <NewVenueForm form={form} onChange={(change) => setForm((before) => ({ ...before, ...change }))} />
}
