/** The page of its own at which a person plays. */

import { keepTable } from "./places.js";
import { TablePage } from "./table_page.js";

keepTable();

new TablePage().start();
