import { listCoachPages } from '@paidang/api/areas/views/coach-pages'
import { COACH_PAGES_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { useReload } from '../../../platform/read'
import { Page } from '../../../ui/page'
import { usePullOf } from '../../../ui/paged-list'
import { Coaches } from './coach-list'

const KEYS = [COACH_PAGES_KEY]

/** 找教练: coaches near by, or those who teach a course of the catalogue. Open to everybody. */
export function CoachesView({ commonCourseId }: { commonCourseId?: string | undefined }) {
  useFreshOnShow(KEYS)
  usePullOf({ refresh: useReload(KEYS, COACH_PAGES_KEY) }, listCoachPages.outcome)
  return (
    <Page title={commonCourseId ? '谁在教' : '找教练'}>
      <Coaches commonCourseId={commonCourseId} />
    </Page>
  )
}
