"""Headless Chromium for the tests of pages, driven by Selenium."""

import os
import shutil
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

PATIENCE = 30

# Dawn, Chromium's WebGPU, on the Vulkan driver that Chromium brings along, whatever drivers there are.
SWIFTSHADER = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-features=Vulkan"]


def found(names, folder_variable):
    folder = os.environ.get(folder_variable, "")
    paths = [shutil.which(name, path=folder or None) or shutil.which(name) for name in names]
    path = next((path for path in paths if path), None)
    if path is None:
        sys.exit(f"none of {', '.join(names)} is installed: scripts/test installs what the tests need")
    return path


def browser(width, height, ratio=1, touch=False, flags=()):
    """Starts a browser with a screen of this size."""
    options = webdriver.ChromeOptions()
    options.binary_location = found(
        ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"], "CHROMIUM")
    # Containers have no user namespaces, and little shared memory.
    for flag in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", *flags]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(found(["chromedriver"], "CHROMEWEBDRIVER")))
    set_screen(driver, width, height, ratio, touch)
    driver.set_script_timeout(PATIENCE)
    if touch:
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    return driver


def set_screen(driver, width, height, ratio=1, touch=False):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": touch})


def wait_for(condition, complaint, patience=PATIENCE):
    """Waits until a condition holds, and fails if it does not; the complaint may be a function that returns it."""
    start = time.time()
    while not condition():
        assert time.time() - start < patience, complaint() if callable(complaint) else complaint
        time.sleep(0.05)
