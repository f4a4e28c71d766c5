"""The page that `grundytab bench --web` writes, in headless Chromium, whose WebGPU is Dawn with the compiler Tint, on
its software driver SwiftShader: neither shares code with wgpu, naga and Mesa.

    python tests/web.py page FOLDER [SCREENSHOTS]   the page, with a GPU and without, and with planted defects
    python tests/web.py runs FOLDER                 other runs on the same page, from FOLDER/runs.json
    python tests/web.py modules FOLDER              whether Tint takes the shaders of FOLDER/modules.json
    python tests/web.py pipelines FOLDER            the same, and every entry point

FOLDER holds index.html, which has the jobs of `--quick`. Prints `all is right` at the end.
"""

import atexit
import json
import re
import runpy
import sys
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from browser import SWIFTSHADER, browser, set_screen, wait_for
from selenium.webdriver.common.by import By

PART, FOLDER = sys.argv[1], Path(sys.argv[2]).resolve()
SHOTS = Path(sys.argv[3]) if len(sys.argv) > 3 else None
DATA = re.compile(r'(<script type="application/json" id="data">)(.*?)(</script>)', re.DOTALL)
# A run with a minute of compiling is a slow one on a busy machine.
PATIENCE = 100

DRIVER = browser(width=1280, height=900, flags=SWIFTSHADER)
atexit.register(DRIVER.quit)


def page_with(change):
    """Writes a copy of the page in which the runs are changed."""
    html = (FOLDER / "index.html").read_text()
    data = json.loads(DATA.search(html)[2])
    data["runs"] = change(data["runs"])
    text = json.dumps(data).replace("<", "\\u003c")
    path = FOLDER / "changed.html"
    path.write_text(DATA.sub(lambda found: found[1] + text + found[3], html))
    return path


def report():
    return json.loads(DRIVER.execute_script("return document.getElementById('report').value"))


def opened(path, before=""):
    """Opens a page, in which a script may run before its own, and returns its report when it is complete."""
    script = DRIVER.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": before})
    DRIVER.get(path.as_uri())
    wait_for(lambda: report()["is_complete"], lambda: f"the page has not ended: {report()['runs']}", PATIENCE)
    DRIVER.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    return report()


def text(name):
    return DRIVER.find_element(By.ID, name).text


def shot(name):
    if SHOTS:
        SHOTS.mkdir(parents=True, exist_ok=True)
        DRIVER.save_screenshot(str(SHOTS / f"{name}.png"))


def verdicts(found):
    return {run["job"]: run["verdict"] for run in found["runs"]}


def whole_page():
    found = opened(FOLDER / "index.html")
    assert verdicts(found) == dict.fromkeys(["triangle", "wythoff", "palaces"], "right"), found["runs"]
    assert text("status") == "Done: 3 results are right.", text("status")
    assert text("results").count("✓ right") == 3 and not text("notice"), text("results")
    for run in found["runs"]:
        assert len(run["seconds"]) >= 1 and run["positions_per_second"] > 0, run
    adapter = found["adapter"]
    assert adapter["architecture"] == "swiftshader" and adapter["is_software"] is True, adapter
    assert adapter["limits"]["maxStorageBufferBindingSize"] >= 2 ** 27
    # The P-positions near the corner are (0, 0), (1, 2), (2, 1), (3, 5), (5, 3) (Wythoff 1907); they are black.
    pictures = DRIVER.find_elements(By.CSS_SELECTOR, "#pictures canvas")
    assert len(pictures) == 3, pictures
    black = DRIVER.execute_script(
        "const [canvas] = arguments, found = [], size = 6;"
        "const { data } = canvas.getContext('2d').getImageData(0, canvas.height - size, size, size);"
        "for (let x = 0; x < size; x += 1) for (let y = 0; y < size; y += 1) {"
        "  const at = 4 * ((size - 1 - y) * size + x);"
        "  if (data[at] + data[at + 1] + data[at + 2] === 0) found.push([x, y]);"
        "} return found;", pictures[1])
    assert black == [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]], black
    height = DRIVER.execute_script("return document.documentElement.scrollHeight")
    set_screen(DRIVER, 1280, height)
    shot("desktop")
    # On a phone nothing is wider than the screen, and buttons are large enough for fingers.
    set_screen(DRIVER, 390, 844, ratio=2, touch=True)
    assert DRIVER.execute_script("return document.documentElement.scrollWidth") <= 390
    for button in DRIVER.find_elements(By.CSS_SELECTOR, "button, .button"):
        assert not button.is_displayed() or button.size["height"] >= 40, button.text
    set_screen(DRIVER, 390, 2600, ratio=2, touch=True)
    shot("phone")
    set_screen(DRIVER, 1280, 900)
    # Everything that can be operated has a name, and what goes on is announced.
    assert DRIVER.find_element(By.ID, "status").get_attribute("aria-live") == "polite"
    # Nothing is asked of others, nor would it be.
    for entry in DRIVER.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            assert url.startswith(("file:", "data:")), f"a request to {url}"
    complaints = [entry for entry in DRIVER.get_log("browser") if entry["level"] == "SEVERE"]
    assert not complaints, complaints
    refused = DRIVER.execute_async_script(
        "const done = arguments[0]; document.addEventListener('securitypolicyviolation', "
        "(event) => done(event.effectiveDirective)); fetch('https://example.org/').catch(() => {});")
    assert refused == "connect-src", refused


def copied_and_downloaded():
    """The report leaves the page as it is shown."""
    downloads = FOLDER / "downloads"
    DRIVER.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)})
    DRIVER.find_element(By.ID, "download").click()
    file = downloads / "grundytab-gpu.json"

    def is_whole():
        # A file has its name before it has its text.
        try:
            return json.loads(file.read_text()) is not None
        except (FileNotFoundError, json.JSONDecodeError):
            return False

    wait_for(is_whole, "nothing is downloaded")
    assert json.loads(file.read_text()) == report()
    # Who receives it can read it, and sees that it is of no GPU.
    read = runpy.run_path(str(Path(__file__).parents[1] / "scripts" / "gpu-reports"))["from_page"]
    assert read(report(), "report", "0.1.0") == [None]
    [gpu] = read(report() | {"adapter": {"vendor": "maker"}}, "report", "0.1.0")
    assert [result.verdict for result in gpu.results] == ["right"] * 3 and gpu.backend.startswith("WebGPU, Chrome ")
    permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    DRIVER.execute_cdp_cmd("Browser.grantPermissions", {"permissions": permissions})
    DRIVER.find_element(By.ID, "copy").click()
    wait_for(lambda: text("copy") == "Copied", "nothing is copied")
    copied = DRIVER.execute_async_script("navigator.clipboard.readText().then(arguments[0], arguments[0])")
    assert json.loads(copied) == report(), copied


def reported():
    """The link opens the form with the report in it or, where that is too long, with what is the main thing."""
    form = (Path(__file__).parents[1] / ".github/ISSUE_TEMPLATE/gpu.yml").read_text()

    def fields():
        address = urlsplit(DRIVER.find_element(By.ID, "send").get_attribute("href"))
        assert f"{address.scheme}://{address.netloc}{address.path}" == "https://github.com/grundytab/grundytab/issues/new"
        found = {name: only for name, [only] in parse_qs(address.query, strict_parsing=True).items()}
        assert found.pop("template") == "gpu.yml" and found["title"].startswith("GPU: "), found
        assert all(f"\n    id: {name}\n" in form for name in found if name != "title"), found
        assert len(address.geturl()) <= 6000
        return found["report"]

    assert text("send") == "Report" and json.loads(fields()) == report() and not text("attach")
    found = opened(page_with(lambda runs: [runs[1]] * 9))
    assert set(verdicts(found).values()) == {"right"} and "is to be attached" in text("attach")
    summary = fields()
    assert summary.startswith("(Drag the file grundytab-gpu.json here.)") and summary.count("\nright: ") == 9, summary
    # The file to attach comes with the form, which is not asked for here.
    file = FOLDER / "downloads/grundytab-gpu.json"
    file.unlink()
    DRIVER.execute_script("const link = document.getElementById('send'); link.removeAttribute('href'); link.click();")
    wait_for(file.exists, "nothing is downloaded")


def stopped_and_measured_again():
    """The button stops what is to come, and another begins anew."""
    # Pressed when the first run asks for its GPU.
    press = """
const { requestAdapter } = GPU.prototype;
let asked = 0;
GPU.prototype.requestAdapter = function (...options) {
  asked += 1;
  if (asked === 2) document.getElementById('stop').click();
  return requestAdapter.apply(this, options);
};"""
    found = opened(FOLDER / "index.html", before=press)
    assert set(verdicts(found).values()) == {"stopped"}, verdicts(found)
    assert text("status") == "Stopped.", text("status")
    DRIVER.find_element(By.ID, "again").click()
    wait_for(lambda: report()["is_complete"] and len(report()["runs"]) == 3, "it does not begin anew", PATIENCE)
    assert set(verdicts(report()).values()) == {"right"}, report()["runs"]


def without_webgpu():
    for name, script in [
        ("no WebGPU", "Object.defineProperty(Navigator.prototype, 'gpu', { value: undefined });"),
        ("no adapter", "GPU.prototype.requestAdapter = async () => null;"),
    ]:
        found = opened(FOLDER / "index.html", before=script)
        assert found["runs"] == [] and found["trouble"], (name, found)
        notice = text("notice")
        assert "This page cannot use the GPU." in notice and "chrome://gpu" in notice and "https" in notice, notice
        assert not DRIVER.find_element(By.ID, "controls").is_displayed(), name
        shot(name.replace(" ", "-"))


def planted_defects():
    """Each defect must be told of the run that has it, and of no other."""
    def wrong_operator(run):
        shader = run["recording"]["shader"]
        found = "place) + firstTrailingBit(open)"
        assert found in shader
        run["recording"]["shader"] = shader.replace(found, "place) + firstTrailingBit(~open)")

    def wrong_value(run):
        assert run["expected"]["tiles"][0][201] == 2
        run["expected"]["tiles"][0][201] = 7

    def wrong_total(run):
        run["expected"]["checksum"] ^= 1

    def refused_shader(run):
        # naga takes this.
        run["recording"]["shader"] += "\nfn planted(a: u32, b: u32) -> u32 { return a | b << 1u; }\n"

    def too_large(run):
        run["recording"]["largest_binding_bytes"] = 2 ** 50

    def too_much(run):
        run["recording"]["values_bytes"] = 2 ** 33

    lost = """
const { requestDevice } = GPUAdapter.prototype;
let opened = 0;
GPUAdapter.prototype.requestDevice = async function (...options) {
  const device = await requestDevice.apply(this, options);
  opened += 1;
  const value = Promise.resolve({ reason: 'unknown', message: 'planted' });
  if (opened === 1) Object.defineProperty(device, 'lost', { value });
  return device;
};"""
    for name, plant, script, verdict, detail in [
        ("operator", wrong_operator, "", "wrong", "wrong values, the first at ("),
        ("value", wrong_value, "", "wrong", "a wrong value at (1, 1), which has 2, not 7"),
        ("total", wrong_total, "", "wrong", "checksum "),
        ("shader", refused_shader, "", "failed", "the browser refuses the shader: line "),
        ("limit", too_large, "", "left out", "maxStorageBufferBindingSize is "),
        ("buffer", too_much, "", "failed", "making the buffers: "),
        ("loss", lambda run: None, lost, "failed", "the GPU was lost: planted"),
    ]:
        def change(runs, plant=plant):
            # The second one is there to show that the rest goes on.
            kept = [run for run in runs if run["job"] in ["wythoff", "triangle"]]
            kept.sort(key=lambda run: run["job"] == "triangle")
            plant(kept[0])
            return kept
        found = opened(page_with(change), before=script)
        first, second = found["runs"]
        assert first["verdict"] == verdict and detail in first["detail"], (name, first)
        assert second["verdict"] == "right", (name, second)
        assert (("WRONG" if verdict == "wrong" else verdict) in text("results")) and detail in text("results"), name
        said = {"wrong": "1 result is wrong", "failed": "1 run has failed", "left out": "1 size was left out"}
        assert said[verdict] in text("status") and "1 result is right" in text("status"), text("status")
        shot(f"planted-{name}")


def other_runs():
    runs = json.loads((FOLDER / "runs.json").read_text())
    began = time.time()
    found = opened(page_with(lambda _: runs))
    for run in found["runs"]:
        seconds = run.get("seconds_median")
        print(f"{run['verdict']}: {run['title']}, {run['domain']}: {seconds} s {run['detail']}")
    assert len(found["runs"]) == len(runs) and {run["verdict"] for run in found["runs"]} == {"right"}
    print(f"{len(runs)} runs on {found['adapter']['architecture']} in {time.time() - began:.0f} s")


# Compiles a shader, and each entry point with each set of constants; returns what Tint has against it.
COMPILE = """
const [{ shader, entry_points: names, constants }, withPipelines, done] = arguments;
(async () => {
  window.device ??= await (await navigator.gpu.requestAdapter()).requestDevice();
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ code: shader });
  const { messages } = await module.getCompilationInfo();
  const errors = messages.filter(({ type }) => type === 'error');
  const faults = errors.map(({ lineNum, message }) => `line ${lineNum}: ${message}`);
  if (withPipelines && faults.length === 0) {
    for (const entryPoint of names) for (const values of constants) {
      const compute = { module, entryPoint, constants: values };
      await device.createComputePipelineAsync({ layout: 'auto', compute })
        .catch(({ message }) => faults.push(`${entryPoint}: ${message}`));
    }
  }
  const error = await device.popErrorScope();
  if (error) faults.push(error.message);
  return faults;
})().then(done, (error) => done([`${error}`]));
"""


def compiled(with_pipelines):
    DRIVER.set_script_timeout(PATIENCE)
    blank = FOLDER / "blank.html"
    blank.write_text("<!DOCTYPE html><title>shaders</title>")
    DRIVER.get(blank.as_uri())
    modules = json.loads((FOLDER / "modules.json").read_text())
    began = time.time()
    for module in modules:
        faults = DRIVER.execute_async_script(COMPILE, module, with_pipelines)
        # The planted ones must be refused, and no others.
        if module["planted"]:
            assert faults and module["planted"] in faults[0], (module["name"], faults)
        else:
            assert not faults, (module["name"], faults)
    count = sum(len(module["entry_points"]) * len(module["constants"]) for module in modules) if with_pipelines else 0
    print(f"{len(modules)} shaders and {count} pipelines compiled by Tint in {time.time() - began:.1f} s")


def modules():
    compiled(with_pipelines=False)


def pipelines():
    compiled(with_pipelines=True)


PARTS = {
    "page": [whole_page, copied_and_downloaded, reported, stopped_and_measured_again, without_webgpu, planted_defects],
    "runs": [other_runs],
    "modules": [modules],
    "pipelines": [pipelines],
}
for part in PARTS[PART]:
    began = time.time()
    part()
    print(f"{part.__name__}: {time.time() - began:.1f} s", flush=True)
print("all is right")
