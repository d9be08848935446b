import { AlertsView } from '../../../areas/activities/vacancies/alerts-view'

definePageConfig({ navigationBarTitleText: '空位提醒' })

/** The user's alerts, and what they told. */
export default function VacanciesPage() {
  return <AlertsView />
}
