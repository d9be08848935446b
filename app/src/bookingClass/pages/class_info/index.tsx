import { useRouter } from '@tarojs/taro'
import { CoursePageView } from '../../../areas/views/coach-pages/course-page-view'
import { Page } from '../../../ui/page'

definePageConfig({ navigationBarTitleText: '课程详情' })

/** 课程详情. Parameter: courseDesignId. */
export default function ClassInfoPage() {
  const { courseDesignId = '' } = useRouter().params
  return (
    <Page title="课程详情">
      <CoursePageView courseDesignId={courseDesignId} />
    </Page>
  )
}
