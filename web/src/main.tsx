// Opens the dashboard in the page.
import { createRoot } from 'react-dom/client'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './pages.css'
import { App } from './app.tsx'

createRoot(document.getElementById('root') as HTMLElement).render(<App />)
