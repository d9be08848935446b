import { listCoachPages } from '@paidang/api/areas/views/coach-pages'
import { COACH_PAGES_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { useReload } from '../../../platform/read'
import { Page } from '../../../ui/page'
import { usePullOf } from '../../../ui/paged-list'
import { Coaches, type Those } from './coach-list'

const KEYS = [COACH_PAGES_KEY]

/** 找教练: coaches near by, or those who teach a course of the catalogue or at a venue. Open to everybody. */
export function CoachesView({ those }: { those: Those }) {
  const { commonCourseId, stadiumId } = those
  useFreshOnShow(KEYS)
  usePullOf({ refresh: useReload(KEYS, COACH_PAGES_KEY) }, listCoachPages.outcome)
  return (
    <Page title={commonCourseId ? '谁在教' : stadiumId ? '这里的教练' : '找教练'}>
      <Coaches those={those} />
    </Page>
  )
}
