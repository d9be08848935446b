import { useRouter } from '@tarojs/taro'
import { ClassInfoView } from '../../../areas/activities/booking/class-info-view'
import { Page } from '../../../ui/page'

definePageConfig({ navigationBarTitleText: '课程详情' })

/** 课程详情. Parameter: courseDesignId. */
export default function ClassInfoPage() {
  const { courseDesignId = '' } = useRouter().params
  return (
    <Page title="课程详情">
      <ClassInfoView courseDesignId={courseDesignId} />
    </Page>
  )
}
