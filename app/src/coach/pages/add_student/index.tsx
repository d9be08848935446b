import { AddStudentView } from '../../../areas/activities/students/add-student-view'

definePageConfig({
  navigationBarTitleText: '添加学员',
  enableShareAppMessage: true,
})

/** 添加学员, found by the whole phone number. */
export default function CoachAddStudentPage() {
  return <AddStudentView />
}
