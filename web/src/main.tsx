// Mounts the dashboard in the page.
import { createRoot } from 'react-dom/client'
import './mantine.ts'
import './fonts.css'
import './look.css'
import './shell.css'
import './pages.css'
import './lines.css'
import './document.css'
import { App } from './app.tsx'

createRoot(document.getElementById('root') as HTMLElement).render(<App />)
