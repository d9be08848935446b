import { Tab } from './tab'

definePageConfig({ navigationBarTitleText: '约课' })

/** 约课. */
export default function BookingClassPage() {
  return <Tab />
}
