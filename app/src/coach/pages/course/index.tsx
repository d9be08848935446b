import { useRouter } from '@tarojs/taro'
import { CourseView } from '../../../areas/places/companies/course-view'

definePageConfig({
  navigationBarTitleText: '公司课程',
})

/** 公司课程: one course of the company, to read or, for its admin, to change. Parameters: companyId; courseId, absent for a new one. */
export default function CoachCoursePage() {
  const { companyId, courseId } = useRouter().params
  return <CourseView companyId={companyId} courseId={courseId} />
}
